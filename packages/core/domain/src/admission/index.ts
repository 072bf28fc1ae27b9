export type { Admission } from './admission.ts';
export { type AdmissionWindow, createAdmissionWindow } from './admission-window.ts';
