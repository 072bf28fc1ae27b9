export type { Admission } from './admission.ts';
export { createIntake, type Intake } from './admission-window.ts';
