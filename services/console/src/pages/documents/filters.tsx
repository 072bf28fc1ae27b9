import { documentStatuses, ingestionSources } from '@docfleet/sdk';
import { Filter } from '../../parts/filter.tsx';
import { FilterField } from '../../parts/filter-field.tsx';

/** Sources by which documents can be filtered. */
const sources = ingestionSources.filter((source) => source !== 'REEMBEDDING');

/** Filters of the list of documents. */
export const Filters = ({ isMetadataGood }: { readonly isMetadataGood: boolean }) => (
  <search className="filters">
    <FilterField name="name" label="Name" hidesLabel placeholder="Name begins with …" />
    <Filter name="status" label="Status" every="Every status" values={documentStatuses} />
    <Filter name="source" label="Source" every="Every source" values={sources} />
    <FilterField
      name="metadata"
      label="Metadata"
      hidesLabel
      placeholder="Metadata: team=people"
      error={isMetadataGood ? undefined : 'Use name=value, separated by commas'}
    />
  </search>
);
