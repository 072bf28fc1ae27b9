import { expect, test } from '@jest/globals';
import { replyToTask } from './conversation.ts';

const history = (text: string) =>
  `### Chat History:\n<chat_history>\nUSER: ${text}\nASSISTANT: Thirty days. [1]\n</chat_history>`;
const task = (wanted: string, output: string) =>
  `### Task:\n${wanted}\n### Output:\nJSON format: ${output}\n${history('How many days of leave do I have?')}`;

test.each([
  [
    'Generate a concise title summarizing the chat history.',
    '{ "title": "…" }',
    { title: 'How many days of leave do I have' },
  ],
  ['Generate 1-3 broad tags categorizing the main themes.', '{ "tags": ["tag1"] }', { tags: [] }],
  ['Suggest 3-5 relevant follow-up questions.', '{ "follow_ups": ["Question 1?"] }', { follow_ups: [] }],
  [
    'Analyze the chat history to determine the necessity of generating search queries',
    '{ "queries": ["a"] }',
    { queries: [] },
  ],
])('"%s" gets JSON of its form', (wanted, output, reply) => {
  expect(JSON.parse(replyToTask(task(wanted, output)) ?? '')).toEqual(reply);
});

test('the prompt for titles of LibreChat gets the beginning of the question', () => {
  const prompt =
    'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nUser: When does leave expire?\nAI: In March. [1]';
  expect(replyToTask(prompt)).toBe('When does leave expire');
});

test('so does its older prompt, which quotes the conversation', () => {
  const prompt =
    'Please generate a concise, 5-word-or-less title for the conversation, using its same language, with no punctuation.\n\n||>User:\n"When does leave expire?"\n||>Response:\n"In March."\n\n||>Title:';
  expect(replyToTask(prompt)).toBe('When does leave expire');
});

test('a title holds no quotes, and is short', () => {
  const long = `### Task:\nGenerate a title summarizing the chat history.\n${history(`Say "a" ${'word '.repeat(50)}`)}`;
  const { title } = JSON.parse(replyToTask(long) ?? '') as { title: string };
  expect(title).toMatch(/^Say a word/);
  expect(title.length).toBeLessThanOrEqual(60);
});

test.each([
  'How many days of leave do I have?',
  'What is a good title for the conversation guide?',
  '### Task:\nAnswer the question from the documents.',
])('"%s" is a question', (text) => {
  expect(replyToTask(text)).toBeUndefined();
});
