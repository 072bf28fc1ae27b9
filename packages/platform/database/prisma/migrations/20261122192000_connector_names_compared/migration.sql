-- The columns that name connectors become texts. The version before compares them with values of these types: as texts.
CREATE CAST ("ConnectorType" AS text) WITH INOUT AS IMPLICIT;
CREATE CAST ("IngestionSource" AS text) WITH INOUT AS IMPLICIT;
CREATE CAST ("DocumentType" AS text) WITH INOUT AS IMPLICIT;
