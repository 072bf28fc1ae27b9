import { z } from 'zod';
import { signInMethod } from '../../sign-in.ts';
import { notionTokenSetup } from './setup.ts';

/** https://developers.notion.com/docs/authorization: the token of an internal integration, which reads the pages that were shared with it. */
export const notionSignIns = [
  signInMethod({
    method: 'TOKEN',
    label: 'Notion integration token',
    setup: notionTokenSetup,
    fields: {
      token: z
        .string()
        .nonempty()
        .max(512)
        .meta({ title: 'Internal integration secret', examples: ['ntn_…'], writeOnly: true }),
    },
    secret: 'token',
  }),
];
