import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/**
 * Says why something is not sent yet and that it is sent again without anybody's doing, which is no error; a fault of the
 * portal's own is one all the same.
 */
export function ResendNotice({
  reason,
  isFault,
  onStop,
}: {
  reason: string;
  isFault: boolean;
  /** Without it, whatever stands beside the notice ends the waiting. */
  onStop?: () => void;
}) {
  return (
    <Notice tone={isFault ? 'error' : 'warning'} title={reason}>
      <p>The portal sends it again by itself. You can leave this page open.</p>
      {onStop && (
        <Button variant="secondary" small onClick={onStop}>
          Stop
        </Button>
      )}
    </Notice>
  );
}
