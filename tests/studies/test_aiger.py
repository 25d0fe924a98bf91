"""And-inverter graphs: read, an input set, written, read again."""

from pathlib import Path

import pytest

from aesculus.studies.mutation.aiger import Aiger

# Inputs a and pick[1:0], a latch; output 10 = !pick[1] & a, next state 12 = output & latch.


def _file(folder: Path, ands: bytes = b"") -> Path:
    path = folder / "a.aig"
    head = b"aig 6 3 1 1 2\n12 0\n10\n"
    path.write_bytes(head + ands + b"i0 a\ni1 pick[0]\ni2 pick[1]\nc\n")
    return path


def _ands() -> bytes:
    # Node 10 = 7 & 2, node 12 = 10 & 8: first literal of a node is 2*(1+inputs+latches) = 10.
    return bytes([10 - 7, 7 - 2, 12 - 10, 10 - 8])


def test_read(tmp_path: Path) -> None:
    graph = Aiger.read(_file(tmp_path, _ands()))
    assert graph.ands == [(7, 2), (10, 8)]
    assert graph.roots == [b"12 0", b"10"]
    assert graph.inputs == {("a", 0): 2, ("pick", 0): 4, ("pick", 1): 6}


def test_an_input_becomes_a_constant(tmp_path: Path) -> None:
    graph = Aiger.read(_file(tmp_path, _ands()))
    assert graph.chosen("pick", 1).ands == [(2, 1), (10, 8)]
    assert graph.chosen("pick", 2).ands == [(2, 0), (10, 8)]
    assert graph.chosen("a", 1).ands == [(7, 1), (10, 8)]
    with pytest.raises(KeyError):
        graph.chosen("b", 0)


def test_written_as_it_was_read(tmp_path: Path) -> None:
    graph = Aiger.read(_file(tmp_path, _ands()))
    far = Aiger(graph.head, graph.roots, [(7, 2), (9, 0)], 1000, {}, ())
    for each in (graph, far):
        each.write(tmp_path / "b.aig")
        again = (tmp_path / "b.aig").read_bytes()
        assert again.startswith(b"aig 6 3 1 1 2\n12 0\n10\n")
    graph.write(tmp_path / "b.aig")
    assert Aiger.read(tmp_path / "b.aig").ands == graph.ands


def test_what_is_no_graph_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.aig"
    path.write_bytes(b"aag 1 1 0 0 0\n2\n")
    with pytest.raises(ValueError, match="no binary AIGER file"):
        Aiger.read(path)


def test_a_register_has_its_own_name_among_those_of_its_wires(tmp_path: Path) -> None:
    path = _file(tmp_path, _ands())
    raw = path.read_bytes().replace(b"c\n", b"l0 u_a.u_b.q_o[1] u_a.u_b.data_q[1] u_a.x[3]\nc\n")
    path.write_bytes(raw)
    assert Aiger.read(path).latches == ("u_a.u_b.data_q[1]",)


def test_a_cone_has_what_its_output_ever_depends_on(tmp_path: Path) -> None:
    path = tmp_path / "a.aig"
    # Input 2; latches 4 and 6; nodes 8 = 6 & 2, 10 = 4 & 2, 12 = 10 & 6. Latch 4 is next 10, latch
    # 6 next 8. Output p is 6, output q is 12.
    ands = bytes([8 - 6, 6 - 2, 10 - 4, 4 - 2, 12 - 10, 10 - 6])
    path.write_bytes(b"aig 6 1 2 2 3\n10\n8\n6\n12\n" + ands + b"i0 a\no0 p\no1 q\nc\n")
    graph = Aiger.read(path)
    cone = graph.cone("p[0]")
    assert cone.ands == [(6, 2), (0, 0), (0, 0)]
    assert cone.roots == [b"0", b"8", b"6", b"0"]
    assert graph.cone("q[0]").ands == graph.ands
    with pytest.raises(ValueError, match="not in tuple"):
        graph.cone("r[0]")


def test_latches_in_another_order_come_into_the_same(tmp_path: Path) -> None:
    # Input 2; latches 4, 6, 8, the last without a name; nodes 10 = 4 & 2, 12 = 6 & 2, 14 = 8 & 2.
    ands = bytes([10 - 4, 4 - 2, 12 - 6, 6 - 2, 14 - 8, 8 - 2])
    head = b"aig 7 1 3 1 3\n"
    found = []
    for roots, names in (
        (b"10 4\n12 6\n14 8\n10\n", b"l0 a.x_q[2]\nl1 a.x_q[10]\n"),
        (b"10 4\n12 6\n14 8\n12\n", b"l0 a.x_q[10]\nl1 a.x_q[2]\n"),
        (b"10 4\n12 6\n14 8\n14\n", b"l1 a.x_q[10]\nl2 a.x_q[2]\n"),
    ):
        path = tmp_path / "a.aig"
        path.write_bytes(head + roots + ands + b"i0 in\n" + names + b"c\n")
        graph = Aiger.read(path).ordered({"a.x_q[2]", "a.x_q[10]"})
        assert graph.latches[:2] == ("a.x_q[2]", "a.x_q[10]")
        found.append(graph.simulated([0xF0F0, 0xFF, 0x3C, 0x55]))
    # Next states of the three, and the output, which is what the first of them takes.
    assert found == [[0xF0F0 & word for word in (0xFF, 0x3C, 0x55, 0xFF)]] * 3


def test_latches_that_take_the_same_are_told_apart_by_who_reads_them(tmp_path: Path) -> None:
    # Input 2; latches 4 and 6 take it; the outputs are 8 = 4 & 2 and the other one as it is.
    found = []
    for read, shown in ((4, 6), (6, 4)):
        path = tmp_path / "a.aig"
        roots = f"2\n2\n8\n{shown}\n".encode()
        path.write_bytes(b"aig 4 1 2 2 1\n" + roots + bytes([8 - read, read - 2]) + b"i0 in\nc\n")
        graph = Aiger.read(path).ordered(set())
        found.append((graph.roots, graph.ands))
    assert found[0] == found[1]


def test_cases_are_simulated_side_by_side(tmp_path: Path) -> None:
    graph = Aiger.read(_file(tmp_path, _ands()))
    # a, pick[0], pick[1] and the latch: output !pick[1] & a, next state output & latch.
    assert graph.simulated([0b1100, 0, 0b1010, 0b1111]) == [0b0100, 0b0100]
