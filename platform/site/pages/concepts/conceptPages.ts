import { CONCEPTS_PAGE } from '../../discovery/paths.ts'
import { codeLinks } from '../guides/codeLinks.ts'
import { guideLinks } from '../guides/guideLinks.ts'
import { guideNav } from '../guides/guideNav.ts'
import { renderMarkdown } from '../guides/renderMarkdown.ts'
import { framesOf } from '../framesOf.ts'
import type { Site } from '../Site.ts'
import type { SiteFile } from '../siteFiles.ts'
import { CONCEPT_TEXTS, type ConceptText } from './conceptTexts.ts'

const TITLE = 'Concepts'
const ABOUT =
  'What holds for every operation: blocks, amounts, unsigned transactions, credentials, limits and names of strangers.'

/** The page of concepts, and the same as Markdown with its sequences as lists. */
export function* conceptPages(site: Site): Generator<SiteFile> {
  const links = { ...guideLinks(), codeOf: codeLinks() }
  const concepts = CONCEPT_TEXTS.map(({ text, ...concept }) => ({ ...concept, html: renderMarkdown(text, links).html }))
  const frame = framesOf(site, 'concepts', guideNav())({ path: CONCEPTS_PAGE, title: TITLE, description: ABOUT })
  yield [`${CONCEPTS_PAGE}.html`, site.pages.concepts(frame, concepts)]
  yield [`${CONCEPTS_PAGE}.md`, [`# ${TITLE}`, '', ABOUT, '', ...CONCEPT_TEXTS.flatMap(linesOf)].join('\n')]
}

const linesOf = ({ title, text, sequences }: ConceptText): string[] => [
  `## ${title}`,
  '',
  text,
  '',
  ...sequences.flatMap(({ title: about, steps }) => [
    `${about}:`,
    '',
    ...steps.map(
      (step, at) => `${at + 1}. ${step.from === step.to ? step.from : `${step.from} to ${step.to}`}: ${step.text}`,
    ),
    '',
  ]),
]
