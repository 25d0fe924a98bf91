"""Pages in Markdown."""

from aesculus.pages import table


def test_words_stand_left_and_figures_right() -> None:
    assert table(["design", "LUT"], [["a", 5], ["b|c", 70]]) == [
        "| design | LUT |",
        "|---|--:|",
        "| a | 5 |",
        "| b\\|c | 70 |",
    ]


def test_so_many_columns_of_words_as_told() -> None:
    assert table(["a", "b", "c"], [], words=2)[1] == "|---|---|--:|"
