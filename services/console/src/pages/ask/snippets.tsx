import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { Tabs } from '../../parts/tabs.tsx';

interface Asked {
  readonly namespaceId: string;
  readonly question: string;
}

/** Quotes a text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

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
export function UseThis(asked: Asked) {
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
