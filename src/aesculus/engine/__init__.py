"""The engine: turns points into jobs, runs them, records them."""

from aesculus.engine.access import AccessError
from aesculus.engine.answers import Matching, goal_rows, leading
from aesculus.engine.cluster import ClusterError
from aesculus.engine.engine import MAX_ATTEMPTS, Engine, Summary, told
from aesculus.engine.errors import Interrupted, Trouble
from aesculus.engine.estimate import Estimator, memory_mb
from aesculus.engine.forecast import Forecast, forecast
from aesculus.engine.jobs import Jobs
from aesculus.engine.plan import Want, distinct, whole_chain
from aesculus.engine.pool import Pool
from aesculus.engine.progress import PlainReporter, Reporter, RichReporter, reporter_for
from aesculus.engine.session import (
    Effort,
    Options,
    cores,
    explore,
    pursue,
    run_wants,
    search_space,
    walk,
)
from aesculus.engine.task import Task, run_task, stop_run

__all__ = [
    "MAX_ATTEMPTS",
    "AccessError",
    "ClusterError",
    "Effort",
    "Engine",
    "Estimator",
    "Forecast",
    "Interrupted",
    "Jobs",
    "Matching",
    "Options",
    "PlainReporter",
    "Pool",
    "Reporter",
    "RichReporter",
    "Summary",
    "Task",
    "Trouble",
    "Want",
    "cores",
    "distinct",
    "explore",
    "forecast",
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
    "walk",
    "whole_chain",
]
