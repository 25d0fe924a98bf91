"""Hooks of MkDocs: the pages of the whole repository, at the paths that they have there.

Links between pages are paths of the repository, which work where the repository is read as well, so
the site has the same folders. MkDocs itself looks into `docs/` alone and wants each page named.
"""

import fnmatch
import logging
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

PAGES = (
    "*.md",
    "docs/**/*.md",
    "benchmarks/results/**/*.md",
    "benchmarks/search/**/*.md",
    "benchmarks/stores/*.md",
)
"""Pages of the site."""

BESIDE = (
    "LICENSE",
    "docs/images/**/*",
    "docs/notebooks/*.ipynb",
    "docs/notebooks/*.sv",
    "docs/site/*.js",
    "benchmarks/**/*.svg",
    "benchmarks/**/*.log",
    "src/aesculus/report/peers.toml",
)
"""What pages show or link to."""

_log = logging.getLogger("mkdocs.hooks.aesculus")


def _there(root: Path, patterns: tuple[str, ...]) -> list[str]:
    found = {path for pattern in patterns for path in root.glob(pattern) if path.is_file()}
    return sorted(path.relative_to(root).as_posix() for path in found)


def _spread(entries: list[Any], pages: list[str]) -> list[Any]:
    """Return a navigation with the paths that a pattern stands for in its place."""
    found: list[Any] = []
    for entry in entries:
        if isinstance(entry, dict):
            found += [
                {title: _spread(below, pages) if isinstance(below, list) else below}
                for title, below in entry.items()
            ]
        elif "*" in entry:
            folder = entry.rpartition("/")[0]
            fitting = [
                page
                for page in pages
                if page.rpartition("/")[0] == folder and fnmatch.fnmatchcase(page, entry)
            ]
            if not fitting:
                _log.warning("no page fits %r of the navigation", entry)
            found += fitting
        else:
            found.append(entry)
    return found


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Write the navigation out."""
    root = Path(config.config_file_path).parent
    config.nav = _spread(config.nav or [], _there(root, PAGES))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Return the pages and what they show instead of the files of `docs/` alone."""
    root = Path(config.config_file_path).parent
    own = [
        File(name, str(root), config.site_dir, config.use_directory_urls)
        for name in _there(root, PAGES + BESIDE)
    ]
    # Those of the theme are kept.
    return Files([*(file for file in files if file.src_dir != config.docs_dir), *own])
