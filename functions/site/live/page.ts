import { copyButtons } from './page/copyButtons.ts'
import { followContents } from './page/followContents.ts'
import { openSearch } from './page/openSearch.ts'

// What every page has.
copyButtons(document)
followContents(document)
openSearch(document)
