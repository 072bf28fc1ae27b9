import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { chooseTenant, isTenantId, tenant } from '../api/tenant.ts';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { useStore } from '../store.ts';

/** Form that limits all data to one tenant. */
export function TenantBox() {
  const queries = useQueryClient();
  const current = useStore(tenant);
  const [text, setText] = useState(current);
  const isGood = text === '' || isTenantId(text);
  function apply(tenantId: string) {
    setText(tenantId);
    chooseTenant(tenantId);
    void queries.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  }
  return (
    <form
      className="tenant"
      onSubmit={(event) => {
        event.preventDefault();
        if (isGood) apply(text);
      }}
    >
      <Field
        label="Tenant"
        value={text}
        onChange={setText}
        placeholder="All tenants"
        autoComplete="off"
        error={isGood ? undefined : 'Use 1 to 64 of A-Z a-z 0-9 . _ ~ -'}
      />
      {current !== text && (
        <Button type="submit" look="quiet">
          Apply
        </Button>
      )}
      {current !== '' && current === text && (
        <Button look="quiet" onPress={() => apply('')}>
          Show all
        </Button>
      )}
    </form>
  );
}
