import { errorMessage } from '../../lib/calls/client.ts';
import { Notice } from '../../ui/notice.tsx';

/** Why marks were not saved. The draft stays. */
export function SaveError({ error }: { error: unknown }) {
  return (
    <Notice tone="error" title={errorMessage(error)}>
      <p>Nothing was saved. Your text is still here.</p>
    </Notice>
  );
}
