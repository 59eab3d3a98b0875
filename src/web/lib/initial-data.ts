import { placeholders, type InitialData } from '#contract/screens';

/** At build time the marks stand where the server later writes the real values. */
const atBuild: InitialData = {
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
  if (typeof document === 'undefined') return atBuild;
  const block = document.getElementById('initial-data')?.textContent ?? '';
  // The development server does not fill the mark.
  if (block === '' || block === placeholders.initialData)
    return { ...atBuild, academy: { ...atBuild.academy, name: 'ICTAK' }, catalogue: [] };
  return JSON.parse(block) as InitialData;
}

/** What the server wrote into this page: the academy, and on signed-in screens session and first answers. */
export const initialData: InitialData = read();
