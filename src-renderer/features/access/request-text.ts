export const REQUEST_LANGUAGES = ['curl', 'node', 'python'] as const
export type RequestLanguage = (typeof REQUEST_LANGUAGES)[number]

interface RequestPlace {
  baseUrl: string
  projectId: string
  /** Null: read from the environment. */
  apiKey: string | null
}

/** A first request that lists cards: runs as it stands, with the standard library only. */
export function requestIn(language: RequestLanguage, { baseUrl, projectId, apiKey }: RequestPlace): string {
  const address = `${baseUrl}/projects/${projectId}/cards?limit=5`
  switch (language) {
    case 'curl':
      return `curl -H "Authorization: Bearer ${apiKey ?? '$FUELCARD_API_KEY'}" \\\n  "${address}"`
    case 'node':
      return [
        `const response = await fetch('${address}', {`,
        `  headers: { Authorization: ${apiKey === null ? '`Bearer ${process.env.FUELCARD_API_KEY}`' : `'Bearer ${apiKey}'`} },`,
        '})',
        'console.log(await response.json())',
      ].join('\n')
    case 'python':
      return [
        `import json, ${apiKey === null ? 'os, ' : ''}urllib.request`,
        '',
        'request = urllib.request.Request(',
        `    "${address}",`,
        `    headers={"Authorization": ${apiKey === null ? 'f"Bearer {os.environ[\'FUELCARD_API_KEY\']}"' : `"Bearer ${apiKey}"`}},`,
        ')',
        'print(json.load(urllib.request.urlopen(request)))',
      ].join('\n')
  }
}
