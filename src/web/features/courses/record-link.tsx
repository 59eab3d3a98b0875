import { fillPath } from '#contract/fill-path';
import { paths } from '#contract/paths';
import { ButtonLink } from '../../ui/button.tsx';

/** As a ZIP. */
export function RecordLink({ s_id }: { s_id: string }) {
  return (
    <ButtonLink variant="secondary" to={fillPath(paths.readRecord.path, { s_id })} reloadDocument download>
      Download my record
    </ButtonLink>
  );
}
