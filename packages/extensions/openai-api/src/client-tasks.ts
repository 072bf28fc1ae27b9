/**
 * Texts that chat programs request about a conversation: titles, tags, suggestions. No document has them, and an answer from documents would
 * be shown in their place. https://github.com/open-webui/open-webui/blob/main/backend/open_webui/config.py
 */
const maxTitleWords = 8;
const maxTitleLength = 60;

/** The first line of the user in a conversation as these prompts write it: `USER: …`, `User: …`, or `||>User:` and a quoted line. */
function firstOfUser(prompt: string): string | undefined {
  const history = /<chat_history>([\s\S]*?)<\/chat_history>/i.exec(prompt)?.[1] ?? prompt;
  return /^[ \t]*(?:\|\|>)?(?:USER|Human):\s*([^\n]+)/im.exec(history)?.[1]?.trim();
}

function titleOf(prompt: string): string {
  const words = (firstOfUser(prompt) ?? '').replaceAll(/["\\`*#<>[\]]/g, '').split(/\s+/);
  const title = words.slice(0, maxTitleWords).join(' ').slice(0, maxTitleLength).toWellFormed().trim();
  return title.replace(/[.,:;?!]+$/, '') || 'Documents';
}

/** Replies to tasks of Open WebUI, by what their prompt has; each of them expects JSON. */
const tasks: readonly (readonly [named: RegExp, reply: (prompt: string) => unknown])[] = [
  [/\btitle\b[^\n]{0,80}\bchat history\b|"title":/i, (prompt) => ({ title: titleOf(prompt) })],
  [/"tags":/i, () => ({ tags: [] })],
  [/"follow_ups":/i, () => ({ follow_ups: [] })],
  [/"queries":/i, () => ({ queries: [] })],
  [/\bautocompletion\b/i, () => ({ text: '' })],
];

const ofLibreChat = /\btitle for (?:the|this) conversation\b/i;

/** Returns the reply to a task that a chat program adds to a conversation on its own; undefined where the text is a question. */
export function replyToTask(text: string): string | undefined {
  if (/^\s*### Task:/.test(text)) {
    const [, reply] = tasks.find(([named]) => named.test(text)) ?? [];
    return reply && JSON.stringify(reply(text));
  }
  return ofLibreChat.test(text) && firstOfUser(text) !== undefined ? titleOf(text) : undefined;
}
