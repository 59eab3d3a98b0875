import { Notice } from '../../ui/notice.tsx';

/** While a login is tried again by itself. */
export function LoginWaiting() {
  return (
    <Notice tone="warning" title="The portal is busy just now.">
      It logs you in by itself in a moment.
    </Notice>
  );
}
