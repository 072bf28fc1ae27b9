const points = (values: readonly string[]) =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');

/** A bar chart of one series as an XML part: its title, its categories and its values with their format. */
export const chartOf = (title: string, values: Readonly<Record<string, string>>, format = 'General') =>
  `<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${title}</a:t></a:r></a:p></c:rich></c:tx></c:title>` +
  `<c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:strCache>${points(['Share'])}</c:strCache></c:strRef></c:tx>` +
  `<c:cat><c:strRef><c:f>S!A1</c:f><c:strCache>${points(Object.keys(values))}</c:strCache></c:strRef></c:cat>` +
  `<c:val><c:numRef><c:f>S!B1</c:f><c:numCache><c:formatCode>${format}</c:formatCode>${points(Object.values(values))}</c:numCache></c:numRef></c:val>` +
  '</c:ser></c:barChart><c:catAx><c:title><c:tx><c:rich><a:p><a:r><a:t>Country</a:t></a:r></a:p></c:rich></c:tx></c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>';

/** The element by which a drawing refers to a chart. */
export const chartReference = (id: string) =>
  `<a:graphic><a:graphicData><c:chart r:id="${id}"/></a:graphicData></a:graphic>`;

/** A diagram of two levels as an XML part. */
export const diagram =
  '<dgm:dataModel><dgm:ptLst><dgm:pt modelId="1" type="doc"/>' +
  ['Request', 'Approval', 'within five days']
    .map(
      (text, index) =>
        `<dgm:pt modelId="${index + 2}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`,
    )
    .join('') +
  '</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="1" destId="3" srcOrd="1"/><dgm:cxn srcId="1" destId="2" srcOrd="0"/><dgm:cxn srcId="3" destId="4" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>';

export const relationshipsOf = (...relationships: (readonly [id: string, kind: string, target: string])[]) =>
  `<Relationships>${relationships
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="http://x/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`;
