import { DocfleetError } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import searches from '../../../../../examples/searches.json' with { type: 'json' };
import { api, defaultModelQuery, namespacesQuery, sessionQuery, useHasExtension } from '../../api/client.ts';
import { tenant } from '../../api/console-fetch.ts';
import { Button } from '../../parts/button.tsx';
import { CodeBlock, quoted } from '../../parts/code-block.tsx';
import { ExistingNamespace } from '../../parts/existing-namespace.tsx';
import { Field } from '../../parts/fields.tsx';
import { Empty, Page as PageFrame } from '../../parts/page.tsx';
import { useStore } from '../../store.ts';
import { useNamespaceId } from '../../use-namespace.ts';
import { ExchangeCard } from './exchange.tsx';
import { useConversation } from './use-conversation.ts';
import './ask.css';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Tabs } from '../../parts/tabs.tsx';

interface Asked {
  readonly namespaceId: string;
  readonly question: string;
}

const curlOf = (asked: Asked) =>
  [
    `curl -N ${quoted(`${location.origin}/v1/answer`)}`,
    `  -H "Authorization: Bearer $DOCFLEET_API_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${quoted(JSON.stringify({ ...asked, stream: true }))}`,
  ].join(' \\\n');

const typeScriptOf = (asked: Asked) => `import { createDocfleetClient } from '@docfleet/sdk';

const client = createDocfleetClient({
  baseUrl: ${JSON.stringify(location.origin)},
  apiKey: 'your own key',
});
for await (const event of client.answers.stream(${JSON.stringify(asked, null, 2)}))
  if (event.type === 'sentence') process.stdout.write(event.text);`;

const pythonOf = ({ namespaceId, question }: Asked) => `from docfleet import Docfleet

client = Docfleet(${JSON.stringify(location.origin)}, "your own key")
answer = client.answers.create(
    namespace_id=${JSON.stringify(namespaceId)},
    question=${JSON.stringify(question)},
)
print(answer.answer)
for citation in answer.citations:
    print(citation.number, citation.document.name, citation.quote)`;

/** Button that shows the current question as requests of other programs. */
function UseThis(asked: Asked) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState('curl');
  const close = () => setOpen(false);
  const texts = [
    ['curl', curlOf(asked)],
    ['TypeScript', typeScriptOf(asked)],
    ['Python', pythonOf(asked)],
  ] as const;
  const tabs = texts.map(([label, text]) => ({
    key: label,
    label,
    content: () => <CodeBlock label={`the question for ${label}`} text={text} />,
  }));
  return (
    <>
      <Button onPress={() => setOpen(true)}>Use in your program</Button>
      <Dialog title="Use this answer in your program" isOpen={isOpen} onClose={close}>
        <Tabs label="Program" tabs={tabs} chosen={chosen} onChoose={setChosen} />
        <p className="soft small">
          Insert your own API key. Clients of OpenAI can use {location.origin}/v1 as their base URL and{' '}
          {asked.namespaceId} as their model.
        </p>
        <DialogButtons>
          <Button onPress={close}>Close</Button>
        </DialogButtons>
      </Dialog>
    </>
  );
}

const maxQuestionLength = 4_000;

const ollama = `DEFAULT_CHAT_MODEL_CONFIG='{"provider":"OPENAI","model":"llama3.2","apiKey":"ollama","baseUrl":"http://localhost:11434/v1"}' npm run quickstart`;

/** Empty state of a namespace without a chat model, with the setting that adds one. */
const NoModel = ({ namespaceId }: { readonly namespaceId: string }) => (
  <Empty
    icon="ask"
    title="Answers need a chat model"
    text={
      <>
        One setting is missing: a chat model, for this namespace under{' '}
        <Link to="/n/$namespaceId/settings" params={{ namespaceId }}>
          Settings
        </Link>
        , or for all namespaces in the environment of the service. With Ollama on the same machine, run{' '}
        <code>ollama pull llama3.2</code> and start docfleet with:
      </>
    }
    action={
      <div className="no-model-setting">
        <CodeBlock label="the setting for Ollama" text={ollama} />
      </div>
    }
  />
);

const maxExamples = 3;

/** Returns known questions about a namespace: those of its golden sets, and of the documents of the quickstart. */
async function findExamples(namespaceId: string, hasSets: boolean, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  if (hasSets)
    for await (const { id } of api.goldenSets.list({ namespaceId }, { signal })) {
      const part = { namespaceId, goldenSetId: id, status: 'ACCEPTED' as const, pageSize: maxExamples };
      const { questions } = await api.goldenSets.questions(part, { signal });
      found.push(...questions.map(({ question }) => question));
      if (found.length >= maxExamples) break;
    }
  const filterConfig = { documentIngestionStatuses: ['SUCCESS' as const] };
  const listed = await api.documents.list(
    { namespaceId, filterConfig, pagination: { pageSize: 100 } },
    { signal },
  );
  const names = new Set(listed.documents?.map(({ name }) => name));
  found.push(...searches.filter(({ expectedFirst }) => names.has(expectedFirst)).map(({ query }) => query));
  return [...new Set(found)].slice(0, maxExamples);
}

interface NothingProps {
  readonly namespaceId: string;
  readonly onAsk: (question: string) => void;
}

/** Empty conversation: what answers promise, and questions to begin with where some are known. */
function Nothing({ namespaceId, onAsk }: NothingProps) {
  const hasSets = useHasExtension()('evaluations');
  const { data: examples = [] } = useQuery({
    queryKey: ['examples', namespaceId, hasSets],
    queryFn: ({ signal }) => findExamples(namespaceId, hasSets, signal),
    staleTime: 60_000,
  });
  return (
    <Empty
      icon="ask"
      title="Ask the documents"
      text="Answers are written from what searches find. Each sentence is compared with what it quotes before it is shown: words, numbers, names and what is affirmed or denied. This removes most false sentences, not all: read the source before you rely on one."
      action={
        examples.length > 0 && (
          <ul className="examples" aria-label="Example questions">
            {examples.map((question) => (
              <li key={question}>
                <Button onPress={() => onAsk(question)}>{question}</Button>
              </li>
            ))}
          </ul>
        )
      }
    />
  );
}

/** Returns whether the namespace or the installation has a chat model; undefined while this is being loaded. */
function useHasModel(namespaceId: string): boolean | undefined {
  const { data: namespaces } = useQuery(namespacesQuery);
  const { data: model } = useQuery(defaultModelQuery);
  const own = namespaces?.find(({ name }) => name === namespaceId)?.chatModelConfig;
  if (own) return true;
  return namespaces === undefined || model === undefined ? undefined : model !== null;
}

interface AskingProps {
  readonly isBusy: boolean;
  readonly isFollowUp: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

function Asking({ isBusy, isFollowUp, onAsk, onStop }: AskingProps) {
  const [question, setQuestion] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (question.trim() === '' || isBusy) return;
    onAsk(question.trim());
    setQuestion('');
  }
  return (
    <form className="asking" onSubmit={submit}>
      <Field
        label={isFollowUp ? 'Ask a follow-up' : 'Your question'}
        value={question}
        onChange={setQuestion}
        placeholder="How many days of leave do I have?"
        maxLength={maxQuestionLength}
        autoFocus
      />
      {isBusy ? (
        <Button onPress={onStop}>Stop</Button>
      ) : (
        <Button look="primary" type="submit">
          Ask
        </Button>
      )}
    </form>
  );
}

const lacksModel = (error: unknown) => error instanceof DocfleetError && error.code === 'CHAT_MODEL_NOT_SET';

interface TurnProps {
  /** Whether its answer is being written. */
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Place of a question and its answer, which comes to the top of the window when it is asked: below the answers before it, it is out of sight. */
function Turn({ isOpen, children }: TurnProps) {
  const turn = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isOpen) turn.current?.scrollIntoView({ block: 'start' });
  }, [isOpen]);
  return (
    <div ref={turn} className="turn">
      {children}
    </div>
  );
}

/** Page on which a user asks a namespace questions and follow-ups. */
export function Page() {
  const namespaceId = useNamespaceId();
  return <Conversation key={namespaceId} namespaceId={namespaceId} />;
}

function Conversation({ namespaceId }: { readonly namespaceId: string }) {
  const { data: session } = useQuery(sessionQuery);
  const owner = `${session?.apiKey.id ?? ''} ${useStore(tenant)}`;
  const { exchanges, isBusy, ask, retry, stop, clear } = useConversation(owner, namespaceId);
  const hasModel = useHasModel(namespaceId);
  const last = exchanges.at(-1);
  if (hasModel === false || lacksModel(last?.error))
    return (
      <PageFrame title="Ask">
        <ExistingNamespace namespaceId={namespaceId}>
          <NoModel namespaceId={namespaceId} />
        </ExistingNamespace>
      </PageFrame>
    );
  return (
    <PageFrame
      title="Ask"
      actions={
        last && (
          <>
            <UseThis namespaceId={namespaceId} question={last.question} />
            <Button look="quiet" onPress={clear}>
              New conversation
            </Button>
          </>
        )
      }
    >
      <ExistingNamespace namespaceId={namespaceId}>
        {exchanges.length === 0 && <Nothing namespaceId={namespaceId} onAsk={(text) => void ask(text)} />}
        {exchanges.map((exchange) => (
          <Turn key={exchange.id} isOpen={exchange === last && isBusy}>
            <ExchangeCard
              namespaceId={namespaceId}
              exchange={exchange}
              onRetry={exchange === last && !isBusy ? () => void retry(exchange) : undefined}
            />
          </Turn>
        ))}
        <Asking
          isBusy={isBusy}
          isFollowUp={exchanges.length > 0}
          onAsk={(text) => void ask(text)}
          onStop={stop}
        />
      </ExistingNamespace>
    </PageFrame>
  );
}
