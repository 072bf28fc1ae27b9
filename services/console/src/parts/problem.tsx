import { Button } from './button.tsx';
import { CopyButton } from './code-block.tsx';
import { describeProblem, labelOf } from './describe-problem.ts';
import { Icon } from './icon.tsx';
import './page.css';

interface ProblemProps {
  readonly error: unknown;
  /** Repeats the failed request. */
  readonly onRetry?: () => void;
  /** Labels of the fields that the error may name, by their paths. */
  readonly labels?: ReadonlyMap<string, string>;
}

/** Notice of an error: what happened, what to do, and the request id by which the logs can be searched. */
export function Problem({ error, onRetry, labels }: ProblemProps) {
  const { title, text, issues, requestId } = describeProblem(error, labels);
  return (
    <div className="problem" role="alert">
      <Icon name="warning" />
      <div className="problem-words">
        <strong>{title}</strong>
        {text && <p>{text}</p>}
        {issues.length > 1 && (
          <ul>
            {issues.map(({ path, message }) => (
              <li key={`${path} ${message}`}>
                {labelOf(path, labels) ?? <code>{path}</code>} {message}
              </li>
            ))}
          </ul>
        )}
        {requestId !== undefined && (
          <p className="problem-request">
            Request <code>{requestId}</code>
            <CopyButton text={requestId} label="Copy the request id" />
          </p>
        )}
      </div>
      {onRetry && <Button onPress={onRetry}>Try again</Button>}
    </div>
  );
}
