import { useState } from 'react';
import { shiftPlan } from '#contract/vivas/shift-plan';
import { call, errorMessage } from '../../lib/calls/client.ts';
import type { Fields } from '../../lib/forms/form-fields.ts';
import { useClockOffset } from '../../lib/page/page-time.ts';
import { useServerNow } from '../../lib/page/server-clock.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/field.tsx';
import cards from '../../ui/form-cards.module.css';
import { Small } from '../../ui/layout.tsx';
import { Notice } from '../../ui/notice.tsx';
import { planFields } from './plan-lines.ts';

/** Fills the plan's form with another batch's; nothing is stored until the form is saved. */
export function CopySettings({
  batches,
  onCopied,
}: {
  batches: readonly string[];
  onCopied: (fields: Fields) => void;
}) {
  const now = useServerNow(useClockOffset(null), []);
  const [from, setFrom] = useState('');
  const [state, setState] = useState<{ failure?: string; done?: string; isBusy?: boolean }>({});
  if (batches.length === 0) return null;
  const copy = async () => {
    setState({ isBusy: true });
    try {
      const { plan } = await call('readVivaPlan', { params: { batch: from }, query: {} });
      if (plan.days.length + plan.rooms.length + plan.examiners.length === 0)
        return setState({ failure: `${from} has no viva plan.` });
      onCopied(planFields(shiftPlan(plan, new Date(now).toISOString().slice(0, 'YYYY-MM-DD'.length))));
      setState({ done: `Copied from ${from}, on the same weekdays. Check the days, then save the plan.` });
    } catch (error) {
      setState({ failure: errorMessage(error) });
    }
  };
  return (
    <div data-needs-script>
      <div className={cards['line']}>
        <SelectField label="Copy settings from" value={from} onChange={({ target }) => setFrom(target.value)}>
          <option value="">Choose a batch</option>
          {batches.map((batch) => (
            <option key={batch}>{batch}</option>
          ))}
        </SelectField>
        <Button
          variant="secondary"
          disabled={from === ''}
          busy={state.isBusy === true}
          onClick={() => void copy()}
        >
          Copy
        </Button>
      </div>
      {state.failure !== undefined && <Notice tone="error">{state.failure}</Notice>}
      {state.done !== undefined && <Small role="status">{state.done}</Small>}
    </div>
  );
}
