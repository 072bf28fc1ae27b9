"""The docfleet API from Python: `Docfleet`, `AsyncDocfleet` and `verify_webhook`."""

from docfleet._generated import inputs, models
from docfleet._operation import NOT_GIVEN, FileInput, NotGiven
from docfleet.client import AsyncDocfleet, Docfleet
from docfleet.errors import DocfleetError
from docfleet.webhooks import WebhookEvent, verify_webhook

__all__ = [
    "NOT_GIVEN",
    "AsyncDocfleet",
    "Docfleet",
    "DocfleetError",
    "FileInput",
    "NotGiven",
    "WebhookEvent",
    "inputs",
    "models",
    "verify_webhook",
]
