import type { ConnectorSetup } from '@docfleet/sdk';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Note } from '../../parts/page.tsx';
import './namespaces.css';

const followMs = 5_000;

/** Loads the addresses at which vendors notify a namespace of changes; rejects for a key without the admin scope. */
const notificationsQuery = (namespaceId: string) =>
  queryOptions({
    queryKey: ['notifications', namespaceId],
    // The vendor's token arrives while its page is open in another window.
    refetchInterval: followMs,
    retry: false,
    queryFn: ({ signal }) => api.namespaces.notifications({ namespaceId }, { signal }),
  });

type Step = ConnectorSetup['steps'][number];

/**
 * Values that the user copies into the vendor's settings, by step. They are equal for all connectors; the address of notifications, which
 * is not, is loaded.
 */
const pasted = {
  ORIGIN: { label: 'Address of this installation', text: location.origin },
  REDIRECT_URI: { label: 'Redirect URI', text: `${location.origin}/v1/connections/callback` },
} as const;

function toPaste({ paste }: Step, address: string | null) {
  if (paste !== 'NOTIFICATION_ADDRESS') return paste && pasted[paste];
  return address === null ? null : { label: 'Address for notifications', text: address };
}

function StepItem({ step, address }: { readonly step: Step; readonly address: string | null }) {
  const value = toPaste(step, address);
  const { text, url } = step;
  return (
    <li>
      <p>
        {text}{' '}
        {url !== null && (
          <a href={url} target="_blank" rel="noreferrer">
            Open {new URL(url).host}
          </a>
        )}
      </p>
      {value && <CodeBlock {...value} />}
    </li>
  );
}

interface SetupGuideProps {
  readonly namespaceId: string;
  /** Name of the connector, by which its notifications are found; `label` is its name for users. */
  readonly connector: string;
  readonly label: string;
  readonly setup: ConnectorSetup;
}

/**
 * Instructions for registering an application at a vendor: steps with links and values to copy, and the permissions to grant with their
 * reasons.
 */
export function SetupGuide({ namespaceId, connector, label, setup }: SetupGuideProps) {
  const { data } = useQuery(notificationsQuery(namespaceId));
  const state = data?.connectors.find((one) => one.connector === connector);
  const address = state?.address ?? null;
  const steps = setup.steps.filter(({ paste }) => paste !== 'NOTIFICATION_ADDRESS' || address !== null);
  return (
    <div className="stack setup">
      <ol className="setup-steps" aria-label={`How to set up ${label}`}>
        {steps.map((step) => (
          <StepItem key={step.text} step={step} address={address} />
        ))}
        <li>Enter the values below.</li>
      </ol>
      {state && state.verificationToken !== null && (
        <Note tone="busy" title={`${label} has sent a verification token`}>
          Enter it on the page of {label} where the address was registered.
          <CodeBlock label="Verification token" text={state.verificationToken} />
        </Note>
      )}
      <div>
        <h3>What to grant, and why</h3>
        <dl className="setup-permissions">
          {setup.permissions.map(({ name, reason }) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
              </dt>
              <dd>{reason}</dd>
            </div>
          ))}
        </dl>
      </div>
      <p className="soft small">
        More in the{' '}
        <a href={setup.guide} target="_blank" rel="noreferrer">
          guide to {label}
        </a>
        .
      </p>
    </div>
  );
}
