export type { FilterScalar, MetadataCondition, MetadataFilter } from './metadata-filter.ts';
