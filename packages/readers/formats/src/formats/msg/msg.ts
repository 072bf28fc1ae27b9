import { asUnreadable, type Format } from '../../format.ts';

/** Mails as Outlook saves them: subject, fields, text, and attachments below headings of their own. */
export const msg: Format = {
  name: 'MSG',
  mimeType: 'application/vnd.ms-outlook',
  matches: ({ signature }) => signature?.extension === 'msg',
  async *convert(source) {
    const { readMsg } = await import('./read-msg.ts');
    yield* asUnreadable('MSG', readMsg(source));
  },
};
