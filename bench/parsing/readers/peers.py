"""Reads PDFs with a library of Python: one path a line comes in, one JSON object a line goes out."""

import json
import resource
import sys
import time


def load(name):
    if name == "markitdown":
        from markitdown import MarkItDown

        converter = MarkItDown()
        return lambda path: converter.convert(path).markdown
    import pymupdf4llm

    return lambda path: pymupdf4llm.to_markdown(path, show_progress=False)


def measure(read, path):
    started, before = time.perf_counter(), time.process_time()
    try:
        outcome = {"markdown": read(path)}
    except Exception as error:  # Whatever a library throws is its answer to the file.
        outcome = {"failure": str(error)[:200]}
    return outcome | {
        "milliseconds": (time.perf_counter() - started) * 1_000,
        "cpuMilliseconds": (time.process_time() - before) * 1_000,
        "peakMegabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024,
    }


answers = sys.stdout
sys.stdout = sys.stderr
read = load(sys.argv[1])
for line in sys.stdin:
    print(json.dumps(measure(read, line.rstrip("\n"))), file=answers, flush=True)
