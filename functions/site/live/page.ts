import { copyButtons } from './page/copyButtons.ts'
import { followContents } from './page/followContents.ts'

// What every page has.
copyButtons(document)
followContents(document)
