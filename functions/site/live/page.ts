import { copyButtons } from './page/copyButtons.ts'
import { followContents } from './page/followContents.ts'
import { rememberLanguage } from './page/rememberLanguage.ts'

// What every page has.
copyButtons(document)
followContents(document)
rememberLanguage(document)
