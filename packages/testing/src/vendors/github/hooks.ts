import { createHmac, randomUUID } from 'node:crypto';
import type { StubRequest, StubResponse } from '../../stub-server.ts';
import {
  createDeliveries,
  isAcceptedAddress,
  sendNotification,
  type VendorPush,
  type Watched,
} from '../vendor-push.ts';
import { hookAnswer, type RepositoryFacts } from './github-answers.ts';
import type { GithubRepository } from './repository.ts';

interface Hook extends Watched {
  readonly secret: string;
}

export interface GithubHooks extends VendorPush {
  /** Undefined for what is no request about webhooks. */
  respond(request: StubRequest): StubResponse | undefined;
}

interface Order {
  readonly events?: readonly string[];
  readonly config?: { readonly url?: string; readonly secret?: string; readonly content_type?: string };
}

const missing: StubResponse = { status: 404, body: { message: 'Not Found' } };
const happened = ({ git, issues, releases }: GithubRepository) =>
  (git.head ?? '').length + issues.size + releases.size;

/** Webhooks of repositories. A token that may not create them gets the answer that there is nothing. */
export function createHooks(
  repositories: readonly GithubRepository[],
  mayCreate: () => boolean,
): GithubHooks {
  const hooks = new Map<string, Hook>();
  const send = (_id: string, { address, secret }: Hook) => {
    const body = JSON.stringify({ ref: 'refs/heads/main', repository: { id: 1 } });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'push',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    };
    return sendNotification(address, { headers, body });
  };
  const pathOf = ({ owner, name }: RepositoryFacts) => `/repos/${owner}/${name}/hooks`;

  function create({ json }: StubRequest, repo: GithubRepository): StubResponse {
    const { config = {}, events = ['push'] } = (json ?? {}) as Order;
    if (!isAcceptedAddress(config.url) || config.content_type !== 'json')
      return { status: 422, body: { message: 'Validation Failed' } };
    const id = 100 + hooks.size;
    const length = () => happened(repo);
    hooks.set(String(id), { address: config.url, secret: config.secret ?? '', length, reported: length() });
    return { status: 201, body: hookAnswer(`${repo.owner}/${repo.name}`, id, events, config.url) };
  }
  return {
    ...createDeliveries(hooks, send),
    get addresses() {
      return new Map([...hooks].map(([id, { address }]) => [id, address]));
    },
    respond(request) {
      const { method, path } = request;
      const repo = repositories.find((one) => path.startsWith(pathOf(one)));
      if (!repo) return undefined;
      if (!mayCreate()) return missing;
      if (method === 'POST') return create(request, repo);
      return hooks.delete(path.slice(pathOf(repo).length + 1)) ? { status: 204, body: '' } : missing;
    },
  };
}
