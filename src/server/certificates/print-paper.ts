import { portalLink } from '../platform/portal-link.ts';
import { qrPath } from '../platform/qr-path.ts';
import type { Settings } from '../platform/settings/settings.ts';
import type { Picture } from './certificate-queries.ts';
import { layout1, type Paper } from './layouts/layout-1.ts';
import type { ShownPaper } from './paper-fields.ts';

/** By its number; a file is never changed once it is used. */
const layouts: Record<number, (paper: Paper) => string> = { 1: layout1 };

/** Of papers that are issued now. */
export const newestLayout = 1;

const dataAddress = (picture: Picture | null): string | null =>
  picture && `data:${picture.type};base64,${picture.bytes.toString('base64')}`;

type Printed = {
  layout: number;
  number: string;
  shown: ShownPaper;
  logo: Picture | null;
  background: Picture | null;
};

/** As HTML. */
export function printPaper(
  settings: Settings,
  { layout: of, number, shown, logo, background }: Printed,
): string {
  const layout = layouts[of];
  if (layout === undefined) throw new Error(`There is no layout ${of}`);
  const address = portalLink(settings, `/verify/${number}`);
  return layout({
    ...shown,
    number,
    address,
    qr: qrPath(address),
    logo: dataAddress(logo),
    background: dataAddress(background),
  });
}
