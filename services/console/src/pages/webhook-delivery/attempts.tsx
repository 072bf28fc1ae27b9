import type { WebhookAttempt } from '@docfleet/sdk';
import { Badge } from '../../parts/badge.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatNumber } from '../../parts/format.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import './attempts.css';

const Attempt = ({ attempt }: { readonly attempt: WebhookAttempt }) => {
  const { number, startedAt, durationMs, statusCode, error, responseExcerpt } = attempt;
  return (
    <li className="attempt">
      <div className="row row-apart">
        <span className="row">
          <h3>Attempt {number}</h3>
          <Badge state={error === null ? 'SUCCEEDED' : 'FAILED'} />
        </span>
        <span className="soft small">
          {statusCode === null ? 'no response' : statusCode} after {formatNumber(durationMs)} ms,{' '}
          <TimeAgo at={startedAt} />
        </span>
      </div>
      {error !== null && <p className="attempt-error">{error}</p>}
      {responseExcerpt && <CodeBlock label={`Response to attempt ${number}`} text={responseExcerpt} />}
      {statusCode !== null && !responseExcerpt && <p className="soft small">The response had no content.</p>}
    </li>
  );
};

/** List of the attempts of a delivery, the latest first, with the receiver's responses as plain text. */
export const Attempts = ({ attempts }: { readonly attempts: readonly WebhookAttempt[] }) =>
  attempts.length === 0 ? (
    <p className="soft">Not sent yet.</p>
  ) : (
    <ul className="stack">
      {attempts
        .toSorted((one, other) => other.number - one.number)
        .map((attempt) => (
          <Attempt key={attempt.number} attempt={attempt} />
        ))}
    </ul>
  );
