import { Notice } from '../../ui/notice.tsx';

/** Before a mentor types a mark that the portal would refuse. */
export function PanelMarks() {
  return (
    <Notice tone="info" role="note">
      The panel of this viva gives the mark. You can change it here after the panel has confirmed it.
    </Notice>
  );
}
