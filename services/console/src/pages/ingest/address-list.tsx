import { ingestSource } from '../../api/ingest-source.ts';
import { Field } from '../../parts/field.tsx';
import { formatCount } from '../../parts/format.ts';
import { useDraft } from '../../use-draft.ts';
import { readOptions, useOptions } from './options.ts';
import { OptionsFold } from './options-fold.tsx';
import { readAddresses } from './read-addresses.ts';
import { SourceForm } from './source-form.tsx';

interface AddressListProps {
  readonly namespaceId: string;
  readonly source: 'URLS_LIST' | 'YOUTUBE';
}

const texts = {
  URLS_LIST: {
    label: 'Page addresses',
    placeholder: 'https://example.com/leave\nhttps://example.com/travel',
    hint: 'One per line. YouTube videos, playlists and channels are read as transcripts.',
    action: 'Ingest pages',
  },
  YOUTUBE: {
    label: 'Videos, playlists or channels',
    placeholder: 'https://www.youtube.com/watch?v=…',
    hint: 'One per line. The transcript of each video becomes a document.',
    action: 'Ingest videos',
  },
} as const;

/** Form for a list of web pages or videos. */
export function AddressList({ namespaceId, source }: AddressListProps) {
  const [text, setText, forget] = useDraft(`ingest-${source}:${namespaceId}`, '');
  const [options, setOptions] = useOptions(namespaceId);
  const { urls, fault } = readAddresses(text);
  const words = texts[source];
  function send() {
    const { metadata, chunkConfig, scrapeOptions, syncFrequency } = readOptions(options);
    const config = { urls, ...metadata, ...(source === 'URLS_LIST' && scrapeOptions) };
    return ingestSource({ namespaceId, ingestConfig: { source, config, ...chunkConfig }, ...syncFrequency });
  }
  return (
    <SourceForm
      namespaceId={namespaceId}
      action={words.action}
      canSend={urls.length > 0 && fault === undefined}
      send={send}
      onSent={forget}
      aside={<span className="soft small">{formatCount(urls.length, 'address', 'addresses')}</span>}
    >
      <Field
        label={words.label}
        rows={8}
        value={text}
        onChange={setText}
        placeholder={words.placeholder}
        hint={words.hint}
        error={fault}
        isRequired
      />
      <OptionsFold
        options={options}
        onChange={setOptions}
        has={source === 'YOUTUBE' ? ['frequency'] : ['frequency', 'selectors']}
      />
    </SourceForm>
  );
}
