/** Of the product, whose name the portal of the first academy bears. */
const product = 'Capstone';
const firstAcademy = 'ICTAK';

/** In the bar and where the app is installed: the academy's own name alone. */
export const portalName = (academy: string): string =>
  academy === firstAcademy ? `${academy} ${product}` : academy;

/** In the browser's tab; a title that begins with the academy's name does not repeat it. */
export function pageTitle(title: string, academy: string = firstAcademy): string {
  if (academy === firstAcademy) return `${title} · ${product}`;
  return title.startsWith(academy) ? title : `${title} · ${academy}`;
}
