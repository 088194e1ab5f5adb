"""What the benchmark of the pipeline measures is what it says; how fast is not asked here."""

from benchmarks.pipeline import QUICK, measured


def test_it_reads_all_letters_of_its_games_with_one_worker_and_with_two():
    rows = list(measured(QUICK))
    assert [row.workers for row in rows] == [1, 2]
    for row in rows:
        assert row.letters.count == QUICK.games * QUICK.letters
        assert row.nothings.count == QUICK.slices * QUICK.tasks
        assert row.commits.count == QUICK.slices * QUICK.commits * row.workers
        assert row.cost > 0
        assert len(row.line().splitlines()) == 1
