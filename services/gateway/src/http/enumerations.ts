import {
  ConnectorType,
  DocumentStatus,
  DocumentType,
  IngestionSource,
  IngestJobRunStatus,
} from '@docfleet/domain/database';
import { embeddingProviders } from '@docfleet/embedding';
import { z } from 'zod';

/** Enumerations shared by many responses; the OpenAPI document defines each once. */
export const documentStatus = z.enum(DocumentStatus).meta({ id: 'DocumentStatus', examples: ['SUCCESS'] });
export const documentType = z.enum(DocumentType).meta({ id: 'DocumentType' });
export const ingestionSource = z.enum(IngestionSource).meta({ id: 'IngestionSource' });
export const connectorType = z.enum(ConnectorType).meta({ id: 'Connector', examples: ['NOTION'] });
export const ingestJobRunStatus = z.enum(IngestJobRunStatus).meta({ id: 'IngestJobRunStatus' });
export const embeddingProvider = z.enum(embeddingProviders).meta({ id: 'EmbeddingProvider' });
