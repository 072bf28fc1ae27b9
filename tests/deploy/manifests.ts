/** The manifests of k8s/, read as they are. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: unknown;
}

export interface Kustomization {
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly configurations?: readonly string[];
  readonly patches?: readonly { readonly path: string }[];
}

/** Every document of a text of YAML; throws at the first mistake in it, a key that is there twice included. */
export function readManifests(text: string): Manifest[] {
  return parseAllDocuments(text, { merge: true }).flatMap((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.contents === null ? [] : [document.toJS() as Manifest];
  });
}

export const kustomizationFiles = (): string[] => globSync('k8s/**/kustomization.yaml').sort();

export const readKustomization = (file: string): Kustomization => parse(readFileSync(file, 'utf8'));

/** Files that say what is to be in the cluster, patches among them; `references.yaml` says how Kustomize reads them. */
export const manifestFiles = (): string[] =>
  globSync('k8s/**/*.yaml')
    .filter((file) => basename(file) !== 'kustomization.yaml')
    .sort();

export const manifestsOf = (folder: string): Manifest[] =>
  manifestFiles()
    .filter((file) => file.startsWith(`${folder}/`))
    .flatMap((file) => readManifests(readFileSync(file, 'utf8')));
