import { defineComponent, h, reactive, ref, type VNode } from 'vue';

/** Parameter of a path or a query, with the value that it has at first. */
interface Parameter {
  readonly name: string;
  readonly place: 'path' | 'query';
  readonly required: boolean;
  readonly value: string;
}

/** Request that a page of the reference sends to the service that shows the page. */
export interface Trial {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** JSON of the body, or of the fields of a form; undefined without a body. */
  readonly body?: string;
  /** Whether the body is a form with a file. */
  readonly isForm: boolean;
  readonly needsKey: boolean;
}

/** Kept for the tab and no longer: what other tabs and later visits can read is not the place for a key. */
const storedAs = 'docfleet-api-key';
const key = ref(import.meta.env.SSR ? '' : (sessionStorage.getItem(storedAs) ?? ''));

function keepKey(value: string): void {
  key.value = value.trim();
  if (key.value === '') sessionStorage.removeItem(storedAs);
  else sessionStorage.setItem(storedAs, key.value);
}

/** Max characters of a response that are shown. */
const maxShown = 100_000;

/** Returns the path with the parameters that have a value; throws the sentence that names one that is missing. */
function addressOf({ path, parameters }: Trial, values: Readonly<Record<string, string>>): string {
  const missing = parameters.find(({ name, required }) => required && !values[name]);
  if (missing) throw new Error(`Enter a value for ${missing.name}.`);
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const { name, place } of parameters)
    if (place === 'query' && values[name]) query.set(name, values[name]);
  return query.size > 0 ? `${filled}?${query}` : filled;
}

/** Returns the fields of a form; values that are no texts are sent as JSON. */
function formOf(json: string, file: File | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(JSON.parse(json || '{}')))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  if (file) form.set('file', file);
  return form;
}

const pretty = (text: string) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

interface Outcome {
  readonly status: string;
  readonly text: string;
}

/** Values that a visitor has entered. */
interface Entered {
  readonly values: Record<string, string>;
  body: string;
  file: File | undefined;
}

/** Sends the request with the key and without cookies. Never rejects. */
async function send(trial: Trial, { values, body, file }: Entered): Promise<Outcome> {
  try {
    const isJson = trial.body !== undefined && !trial.isForm;
    const startedAt = performance.now();
    const response = await fetch(addressOf(trial, values), {
      method: trial.method,
      credentials: 'omit',
      headers: {
        ...(key.value && { Authorization: `Bearer ${key.value}` }),
        ...(isJson && { 'Content-Type': 'application/json' }),
      },
      ...(isJson && { body }),
      ...(trial.isForm && { body: formOf(body, file) }),
    });
    const text = pretty(await response.text());
    const took = Math.round(performance.now() - startedAt);
    const cut = text.length > maxShown ? `${text.slice(0, maxShown)}\n…` : text;
    return { status: `${response.status} ${response.statusText}, ${took} ms`, text: cut };
  } catch (error) {
    return { status: `Not sent. ${error instanceof Error ? error.message : error}`, text: '' };
  }
}

/** Max rows of the field of a body. */
const maxRows = 16;

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const typed = ({ target }: Event) => (target as HTMLInputElement | HTMLTextAreaElement).value;

const field = ({ label, value, onChange }: FieldProps, attributes = {}) =>
  h('label', { class: 'try-field' }, [
    h('span', label),
    h('input', {
      value,
      spellcheck: false,
      autocomplete: 'off',
      onInput: (event: Event) => onChange(typed(event)),
      ...attributes,
    }),
  ]);

const area = ({ label, value, onChange }: FieldProps) =>
  h('label', { class: 'try-field' }, [
    h('span', label),
    h('textarea', {
      value,
      rows: Math.min(maxRows, value.split('\n').length + 1),
      spellcheck: false,
      onInput: (event: Event) => onChange(typed(event)),
    }),
  ]);

const filePicker = (entered: Entered) =>
  h('label', { class: 'try-field' }, [
    h('span', 'File'),
    h('input', {
      type: 'file',
      onChange: ({ target }: Event) => {
        entered.file = (target as HTMLInputElement).files?.[0];
      },
    }),
  ]);

const keyField = () =>
  field(
    { label: 'API key, kept in this tab alone', value: key.value, onChange: keepKey },
    { type: 'password', placeholder: 'df_live_…' },
  );

/** Returns the fields of a request: those of the path and the query, then the body. */
function fieldsOf({ parameters, body, isForm }: Trial, entered: Entered): VNode[] {
  const { values } = entered;
  const named = parameters.map(({ name, required }) => {
    const label = required ? name : `${name} (optional)`;
    const onChange = (value: string) => {
      values[name] = value;
    };
    return field({ label, value: values[name] ?? '', onChange });
  });
  if (body === undefined) return named;
  const onChange = (value: string) => {
    entered.body = value;
  };
  const label = isForm ? 'Fields of the form' : 'Body';
  return [...named, area({ label, value: entered.body, onChange }), ...(isForm ? [filePicker(entered)] : [])];
}

/** Panel that sends an operation's request to the service that the page comes from, and shows the response. `request` is a `Trial` as JSON. */
export const TryIt = defineComponent({
  props: { request: { type: String, required: true } },
  setup(props) {
    const trial = JSON.parse(props.request) as Trial;
    const values = Object.fromEntries(trial.parameters.map(({ name, value }) => [name, value]));
    const entered: Entered = reactive({ values, body: trial.body ?? '', file: undefined });
    const outcome = ref<Outcome>();
    const isSending = ref(false);

    async function press(): Promise<void> {
      isSending.value = true;
      outcome.value = await send(trial, entered);
      isSending.value = false;
    }
    return () =>
      h('details', { class: 'try' }, [
        h('summary', 'Try it'),
        trial.needsKey && keyField(),
        ...fieldsOf(trial, entered),
        h('div', { class: 'try-row' }, [
          h('button', { type: 'button', disabled: isSending.value, onClick: press }, `Send ${trial.method}`),
          h('span', { role: 'status' }, isSending.value ? 'Sending …' : outcome.value?.status),
        ]),
        outcome.value?.text &&
          h('pre', { class: 'try-response', tabindex: 0, 'aria-label': 'Response' }, outcome.value.text),
      ]);
  },
});
