import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { ButtonLink } from '../../ui/button.tsx';

/** Takes a student's record away, as a ZIP. */
export function RecordLink({ s_id }: { s_id: string }) {
  return (
    <ButtonLink variant="secondary" to={fillPath(paths.readRecord.path, { s_id })} reloadDocument download>
      Download my record
    </ButtonLink>
  );
}
