/** Heading above a piece of the source, with the headings above that one. */
export interface Section {
  /** 1..6; 0 for the document itself, which has no heading. */
  readonly level: number;
  readonly title: string;
  readonly parent: Section | undefined;
}

export const documentSection: Section = { level: 0, title: '', parent: undefined };

/** The section that a heading opens where `current` was open. */
export function openSection(current: Section, level: number, title: string): Section {
  let parent = current;
  while (parent.level >= level && parent.parent) parent = parent.parent;
  return { level, title, parent };
}

/** From the outermost heading to the section's own. */
export function sectionPath(section: Section): Section[] {
  const path: Section[] = [];
  for (let at: Section | undefined = section; at && at.level > 0; at = at.parent) path.unshift(at);
  return path;
}
