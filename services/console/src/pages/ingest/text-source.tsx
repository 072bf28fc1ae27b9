import { api } from '../../api/client.ts';
import { Field } from '../../parts/field.tsx';
import { formatCount } from '../../parts/format.ts';
import { useDraft } from '../../use-draft.ts';
import { readOptions, useOptions } from './options.ts';
import { OptionsFold } from './options-fold.tsx';
import { SourceForm } from './source-form.tsx';

/** Form for a pasted text. */
export function TextSource({ namespaceId }: { readonly namespaceId: string }) {
  const [draft, setDraft, forget] = useDraft(`ingest-text:${namespaceId}`, { name: '', text: '' });
  const [options, setOptions] = useOptions(namespaceId);
  const { name, text } = draft;
  function send() {
    const { metadata, chunkConfig } = readOptions(options);
    const config = { text, ...(name.trim() && { name: name.trim() }), ...metadata };
    return api.ingest.text({ namespaceId, ingestConfig: { source: 'TEXT', config, ...chunkConfig } });
  }
  return (
    <SourceForm
      namespaceId={namespaceId}
      action="Ingest text"
      canSend={text.trim() !== ''}
      send={send}
      onSent={forget}
      aside={<span className="soft small">{formatCount(text.length, 'character')}</span>}
    >
      <Field
        label="Name"
        value={name}
        onChange={(next) => setDraft({ ...draft, name: next })}
        maxLength={255}
        placeholder="Holidays"
        hint="Shown in lists and search results"
      />
      <Field
        label="Text"
        rows={12}
        value={text}
        onChange={(next) => setDraft({ ...draft, text: next })}
        placeholder="Everyone has thirty days of leave a year …"
        hint="Plain or Markdown"
        isRequired
      />
      <OptionsFold options={options} onChange={setOptions} has={[]} />
    </SourceForm>
  );
}
