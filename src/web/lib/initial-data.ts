import type { InitialData } from '#contract/initial-data';
import { placeholders } from '#contract/screens';

/** At build time placeholders stand where the server later writes the values. */
const buildTimeData: InitialData = {
  academy: { name: placeholders.academyName, zone: 'Asia/Kolkata', clock: { until: 0, changes: [] } },
  maxUploadBytes: 64 * 1024 * 1024,
  catalogue: [
    {
      name: placeholders.projectName,
      course: placeholders.projectCourse,
      details: placeholders.projectDetails,
      backgroundImage: placeholders.projectPicture,
    },
  ],
};

function read(): InitialData {
  if (typeof document === 'undefined') return buildTimeData;
  const block = document.getElementById('initial-data')?.textContent ?? '';
  // The development server does not replace the placeholder.
  if (block === '' || block === placeholders.initialData)
    return { ...buildTimeData, academy: { ...buildTimeData.academy, name: 'ICTAK' }, catalogue: [] };
  return JSON.parse(block) as InitialData;
}

/** The data embedded in this page: the academy, and on signed-in screens the session and the initial answers. */
export const initialData: InitialData = read();
