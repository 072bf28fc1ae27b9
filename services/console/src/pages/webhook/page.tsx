import type { Webhook } from '@docfleet/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CopyButton } from '../../parts/copy-button.tsx';
import { DetailTitle, Terms } from '../../parts/detail.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Note } from '../../parts/note.tsx';
import { Card, Page as PageFrame } from '../../parts/page.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { eventCount } from '../webhooks/events.ts';
import { healthOf, webhookQuery } from '../webhooks/webhook-query.ts';
import { Actions } from './actions.tsx';
import { Deliveries } from './deliveries.tsx';

const refreshMs = 5_000;

/** Notice of the receiver's error and its consequences. */
function Health({ webhook: { disabledReason, failingSince, status } }: { readonly webhook: Webhook }) {
  if (disabledReason !== null)
    return (
      <Note tone="bad" title="docfleet disabled this webhook">
        {disabledReason}. Once the receiver works again, enable it here and replay what it missed.
      </Note>
    );
  if (failingSince === null || status !== 'ACTIVE') return null;
  return (
    <Note tone="warn" title="Deliveries are failing">
      The first of them failed <TimeAgo at={failingSince} />, and none has succeeded since. A failed delivery
      below shows what the receiver answered.
    </Note>
  );
}

const Settings = ({ webhook }: { readonly webhook: Webhook }) => {
  const { url, signingKey, events, namespaceIds, retryPolicy, tenantId, previousKeyEndsAt } = webhook;
  return (
    <Card>
      <Terms
        terms={{
          Address: (
            <span className="row">
              <code>{url}</code>
              <CopyButton text={url} label="Copy address" />
            </span>
          ),
          Events: events.length === 0 ? 'all' : `${events.length} of ${eventCount} types of events`,
          Namespaces: namespaceIds.length === 0 ? 'all' : namespaceIds.join(', '),
          ...(tenantId !== null && { Tenant: tenantId }),
          'Next attempt':
            retryPolicy === 'DEFAULT' ? 'once, after 2 seconds' : 'nine times within three days',
          'Signing key': <code>{signingKey}</code>,
          ...(previousKeyEndsAt !== null && {
            'Previous key valid until': <TimeAgo at={previousKeyEndsAt} />,
          }),
        }}
      />
    </Card>
  );
};

/** Page of one webhook: its state and its deliveries. */
export function Page() {
  const { webhookId = '' } = useParams({ strict: false });
  const query = useQuery({ ...webhookQuery(webhookId), refetchInterval: refreshMs });
  const { data: webhook } = query;
  const name = webhook?.name ?? 'Webhook';
  const back = (
    <Link to="/webhooks" aria-label="All webhooks">
      <Icon name="back" />
    </Link>
  );
  return (
    <PageFrame
      title={<DetailTitle back={back} name={name} state={webhook && healthOf(webhook)} />}
      tab={name}
      actions={webhook && <Actions webhook={webhook} />}
    >
      <Loaded query={query} rows={8}>
        {(loaded) => (
          <>
            <Health webhook={loaded} />
            <Settings webhook={loaded} />
            <Deliveries webhookId={webhookId} />
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}
