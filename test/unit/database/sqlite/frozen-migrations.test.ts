import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DATABASE_KINDS } from '../../../../src-main/database/sqlite/database-kinds.ts'
import { schemaDigestOf } from '../../../../src-main/database/sqlite/schema-check.ts'

const FOLDER = join(import.meta.dirname, '../../../../src-main/database/sqlite/migrations')

/** SHA-256 of each landed file, comments included. */
const FROZEN: Readonly<Record<string, string>> = {
  'control-0010-access': 'bda33f245b9457eae85cfedefc8da89dec7933130a42eafaee7ec15d286cda87',
  'control-0020-desk': '2da237313317645034ef0ae97340762bde83950185554951f49c8fc44e750323',
  'control-0030-requests': '94ff2516ee6efa7330e3a632a8ea353a507452ace92aa666a62d25a154b8a8b6',
  'control-0040-key-lifetime': 'cbc637a650a2b14ad292ea19e038bba7308f7b4c60e1c81fa4c933fc24cdbba3',
  'control-0045-ignored': 'f2dc1107d3c4417307028b7d21b52a428b9d3302fe769938199f1d1e83f4af20',
  'control-0050-witness': 'cce43d8f7651b8b0d07ad3b4f4ca9f3b63a4a27483fb6752de3037bee5c91fa0',
  'control-0060-people': 'c98039f4777b6ebf2835f20f89137175334b5454637e99ac3c03aca11e1ef224',
  'control-0061-sign-in': '0653b2b8c5e4947bb94318da40cc5deb84db592e6f7e4c1ac2fe281126db220d',
  'control-0062-alerts': 'c018ecbf7460f6d9e405f23423ec4d91467acc67f80acec858a9349a5228163f',
  'control-0063-approvals': '46016b7500e0593c22b145f1f9a0cb366759d2266ea12838ff4c305fee54045b',
  'control-0064-authorization-server': '94c51a3b27a7fcdf9cb7680f23f825189f0231280066c9f202e96c9c7d1f52ef',
  'control-0065-person-theme': '7d07bcad597bf98b571b24040d97e41a473d97e38ee24dc8e8a8ccf65f2d3cda',
  'control-0080-cluster': '9fbb85b87e01d3c13eb6ee2ae71f9de330d1f96e703b92fd91565ae311a3b136',
  'control-0090-shared-state': 'e0ddba3f2ee95cfdce105106ed2d48fd51d32e569208610db33805b8e3eba041',
  'control-0100-refusals': '5fad66c3a25c2bc8ac7c42650fe2caa1cfa5cb5623d2cd6e67e4f5ddacd6998f',
  'environment-0010-cards': 'cd72c8e47cba7787e6cc843cda9a2e0eeb583ce324f22f5b8602e10a6c067606',
  'environment-0020-card-search': 'a7456298a53f93e761e901006958679125eea5cd517fff62da3fa2d4c6a05caa',
  'environment-0030-records': 'ed684d3b2da79e4d70624f854e8a0e5e69859048914dd54382e800bed812d0e9',
  'environment-0040-webhooks': 'fa4de9ee9a90a78155efbdefb1c5ad579b21e2907ff16d76ba86b52aba436450',
  'environment-0050-bulk': 'a556e35a087422034bb92c202e8ff4bc6cb4c92828bb6250205121df10155333',
  'environment-0055-delivery-by-card': '110839347313bb05513c0be44c845b897a0cac24ecece095dae3da9561a9dfa8',
  'environment-0060-provider': '335c57cafb0e7bfbf9283ce2233c7bdcc0844f7bc5097fe9aa8e84a8772de931',
  'environment-0070-push': '61b71c5d88a9c6d8868d9ffee99bd52c97e757a2d9b3217cded058e65003383d',
  'environment-0080-overview': '18242fac79ea3d45329171a3f24f731e673f7768d6b489867c5f9d98832c0a70',
  'environment-0090-search-pages': '0d47ed02710a3f9da108e59ec4ee515e8a834ddc13403d429124656ba53db5be',
  'environment-0095-status-order': 'ddfc9e5e307b117532cf883c2978a29b3057e14f2e7816e20e34a419a59d3895',
  'environment-0100-missing-cards': '1ab3b497002d4f5d7bd2dbd940bc606b3309c0f7848e7753d6b36c4a77957e53',
  'environment-0110-run-failure': 'e1e48a11238aba712b5fd489c26a017be6b55a484428b0dd48b7986a1b8034fe',
  'environment-0120-long-bodies': '940210b2aedaedcf0597ae85fe27ed348b8aec88caca4356fd6dea39a7522be6',
  'environment-0125-own-fields': '2d54d18d38614bc70e1fa87543cb4bf9df58679acea755bc5fb0c980d408fa3b',
  'environment-0130-kept-answers': '4173575eb0de3ec21f5b8d659036e89863d052809fa63252d31a6d6fe205b109',
  'environment-0140-search-fill': '4deb449127b9f6d9196275e1a508ae022d3fbcbcf213e0785176d1e4eb9258c8',
  'environment-0150-witness': 'b74853593f9ff72d84a17a1e2b2e0a88600bb1dd0e77b34ef61928fd552cac8e',
  'environment-0160-lost-reference': 'e07acc14db64e371762d0b34c4d40d33719ee59d4c433095f359ee72d6863fca',
  'environment-0165-refused-rows': '3fbb47178bceaecce842d5218c1433a301237e8fb25e297e80f36df9955ff43e',
  'environment-0170-job-lease': 'f8b6e215b67d5306749163bba2cd4e40aa2edf217655690210a253c44448e553',
  'environment-0190-cluster': 'c14feca9ba7f07911a7bec71311826d38a65164bbbe0d2e21870f5a3a528600a',
  'environment-0200-run-claims': '24e47a0fbfc2ad1dbe8596371a39686b5ce2aafe3042b4ed4d19b801d8cf09bf',
  'environment-0210-card-reason': '211c29b423794805f5c9a37f278995f7d8b74670ac38a976dd2fe6bfaa3783d4',
  'environment-0260-bulk-own-fields': 'ca9b0501d7601b5a6b64a8ef007f6f5d2270b72f0e868d3cb40f705639ecf960',
  'environment-0250-earlier-plan': '8f644b88b5a718421a28374be66ed600b0c858554b90cada2babd96706ee9a12',
  'environment-0240-holders': '78eb77cd22d80d5c193f646255c9542d4263ad1417883ba3aaea80c0376f6f51',
  'environment-0230-card-replaces': '6a5b646a469f92a815416bb2ba047a0b39c48265eae062816e2f35bf95be7fd7',
  'environment-0220-planned-change': '283e08ab734766553a0af81a8a01430b25fc52f0969e6d6ad26ffe98e2078586',
  'shared-0010-audit': '2f5dafbc3a879f1c6d0dbcea82524ef1881d9852e6b485cc01f53f6686b29ee3',
  'shared-0020-audit-chains': '7005f22cae8f385bd613e88cecbdf413006f7b0eeb415a4f20d2b78f135ccf7a',
  'shared-0030-audit-filters': 'a0b802d80ee73462516560e5606585001e580f0065029ed4f4f0f024188009da',
}

test('a migration that has landed never changes', () => {
  const changed = Object.entries(FROZEN).filter(([id, hash]) => hashesById().get(id) !== hash)
  expect(
    changed.map(([id]) => id),
    'Users have run these migrations, and their files hold the checksums. Restore each file byte for byte ' +
      '(git checkout main -- src-main/database/sqlite/migrations); a change to the structure is a new file, numbered ten above the last.',
  ).toEqual([])
})

test('a new migration is frozen with the commit that adds it', () => {
  const added = [...hashesById()].filter(([id]) => !Object.hasOwn(FROZEN, id))
  expect(
    added.map(([id, hash]) => `'${id}': '${hash}',`),
    'Freeze the new migration: add this line to FROZEN once its file is final.',
  ).toEqual([])
})

test('each file is a step of a database, by the id it is named after', () => {
  const ids = Object.values(DATABASE_KINDS).flatMap(({ migrations }) => migrations.map(({ id }) => id))
  expect([...new Set(ids)].toSorted()).toEqual([...hashesById().keys()].toSorted())
})

function hashesById(): Map<string, string> {
  return new Map(
    readdirSync(FOLDER).map((file) => [
      file.replace(/\.ts$/, ''),
      createHash('sha256')
        .update(readFileSync(join(FOLDER, file)))
        .digest('hex'),
    ]),
  )
}

test.each(Object.entries(DATABASE_KINDS))(
  'the digest that a start compares a %s file with is of what its migrations create',
  (_kind, { migrations, schemaDigest }) => {
    expect(schemaDigestOf(migrations)).toBe(schemaDigest)
  },
)
