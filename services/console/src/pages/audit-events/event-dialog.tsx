import type { AuditEvent } from '@docfleet/sdk';
import { Link } from '@tanstack/react-router';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Terms } from '../../parts/detail.tsx';
import { Dialog, DialogButtons } from '../../parts/dialog.tsx';
import { formatMoment } from '../../parts/time-ago.tsx';

interface EventDialogProps {
  readonly event: AuditEvent;
  /** Name of the key that made the change. */
  readonly actor: string;
  readonly onClose: () => void;
}

/** Dialog with all fields of an audit event and a link to similar events. */
export function EventDialog({ event, actor, onClose }: EventDialogProps) {
  const { action, targetType, targetId, apiKeyId, tenantId, requestId, details, createdAt } = event;
  const alike: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['This action', { action }],
    ...(targetId === null ? [] : [['This target', { targetType, targetId }] as const]),
    ...(apiKeyId === null ? [] : [['This key', { apiKeyId }] as const]),
  ];
  return (
    <Dialog title={action} isOpen onClose={onClose}>
      <Terms
        terms={{
          When: formatMoment(createdAt.isoString),
          By: actor,
          Target: (
            <>
              {targetType} {targetId !== null && <code>{targetId}</code>}
            </>
          ),
          ...(tenantId !== null && { Tenant: tenantId }),
          ...(requestId !== null && { Request: <code>{requestId}</code> }),
        }}
      />
      <CodeBlock label="Details" text={JSON.stringify(details, null, 2)} />
      <DialogButtons>
        {alike.map(([label, search]) => (
          <Link key={label} to="/audit-events" search={search} className="button" onClick={onClose}>
            {label}
          </Link>
        ))}
      </DialogButtons>
    </Dialog>
  );
}
