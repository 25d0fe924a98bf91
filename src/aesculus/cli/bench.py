"""`aesculus bench`: the studies, each a subcommand with the options that it has."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

import typer
from pydantic.fields import FieldInfo
from typer.core import TyperGroup

from aesculus.cli.errors import BAD_INPUT, guarded
from aesculus.cli.preparing import prepare
from aesculus.inputs import check_out_folder
from aesculus.studies.registry import find, known
from aesculus.studies.study import Study

_SHORT = {"jobs": "-j"}


class _Studies(TyperGroup):
    """The group of the studies, as the registry has them."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the studies."""
        return list(known())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return the command of a study; of a name that there is not, leave with one line."""
        return _command_of(guarded(find)(cmd_name))


def _name_options(command: Any) -> None:
    """Have a command name its options when it is given another."""
    take = command.parse_args

    def parse_args(ctx: Any, args: list[str]) -> list[str]:
        try:
            return list(take(ctx, args))
        except Exception as error:
            unknown = getattr(error, "option_name", None)
            if type(error).__name__ != "NoSuchOption" or unknown is None:
                raise
            legal = ", ".join(each.opts[0] for each in command.params)
            text = f"bench {command.name} has no option {unknown}; legal: {legal}"
            typer.echo(f"aesculus: error: {text}", err=True)
            raise typer.Exit(BAD_INPUT) from None

    command.parse_args = parse_args


app = typer.Typer(cls=_Studies, rich_markup_mode=None, invoke_without_command=True)


@app.callback()
def command(context: typer.Context) -> None:
    """Run a benchmark campaign and write its figures, or list the campaigns."""
    if context.invoked_subcommand is None:
        for name, study in known().items():
            typer.echo(f"{name}: {study.doc}")


def _command_of(study: Study[Any]) -> Any:
    one = typer.Typer(rich_markup_mode=None, add_completion=False)
    one.command(study.name)(guarded(_function_of(study)))
    made = typer.main.get_command(one)
    # It is made when it is asked for, behind what is done to the others.
    prepare(made)
    _name_options(made)
    return made


def _function_of(study: Study[Any]) -> Callable[..., None]:
    """Return a function that runs a study, with a parameter for each of its options."""

    def run(**given: Any) -> None:
        options = study.options.model_validate(given)
        # The usual folder is made where there is none, one that was typed may be a slip of the pen.
        usual = study.options.model_fields["out"].get_default()
        check_out_folder(options.out, parents=options.out == usual)
        study.run(options)

    parameters = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if info.is_required() else info.default,
            annotation=Annotated[info.annotation, _option(name, info)],
        )
        for name, info in study.options.model_fields.items()
    ]
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    run.__doc__ = study.doc
    return run


def _option(name: str, info: FieldInfo) -> Any:
    extra: Any = info.json_schema_extra or {}
    names = [f"--{name.replace('_', '-')}", *([_SHORT[name]] if name in _SHORT else [])]
    least, most = (
        next((getattr(each, bound) for each in info.metadata if hasattr(each, bound)), None)
        for bound in ("ge", "le")
    )
    return typer.Option(*names, help=info.description, min=least, max=most, **extra)
