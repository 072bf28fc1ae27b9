# Written by scripts/generate.py from docs/openapi.json.
