"""The engine: turns points into jobs, runs them, records them."""

from aesculus.engine.access import AccessError
from aesculus.engine.cluster import ClusterError
from aesculus.engine.engine import MAX_ATTEMPTS, TIMEOUT_S, Engine, Summary, told
from aesculus.engine.errors import Interrupted, Trouble
from aesculus.engine.estimate import Estimator, memory_mb
from aesculus.engine.forecast import Forecast, forecast
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, best_first, distinct, frontier_wants, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.progress import PlainReporter, Reporter, RichReporter, reporter_for
from aesculus.engine.pursue import Effort, goal_rows, leading, pursue, search_space
from aesculus.engine.session import Options, cores, explore, run_wants
from aesculus.engine.task import STAGES, Task, run_task, stop_run

__all__ = [
    "MAX_ATTEMPTS",
    "STAGES",
    "TIMEOUT_S",
    "AccessError",
    "ClusterError",
    "Effort",
    "Engine",
    "Estimator",
    "Forecast",
    "Interrupted",
    "Jobs",
    "Options",
    "PlainReporter",
    "Pool",
    "Reporter",
    "RichReporter",
    "Summary",
    "Task",
    "Trouble",
    "Want",
    "best_first",
    "cores",
    "distinct",
    "explore",
    "forecast",
    "frontier_wants",
    "goal_rows",
    "leading",
    "memory_mb",
    "pursue",
    "reporter_for",
    "run_task",
    "run_wants",
    "search_space",
    "stop_run",
    "told",
    "whole_chain",
]
