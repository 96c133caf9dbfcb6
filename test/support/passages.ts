/** Plain English of several kinds, for machines' voices to read. */
export const PASSAGES: Readonly<Record<string, string>> = {
  market:
    'The market opens at six in the morning and the first people to arrive are the cooks from the small hotels near the harbor. They look at the fish with great care, and they never pay the first price. By nine the best of it is gone, and the sellers sit down to drink coffee and talk about the weather.',
  train:
    'We missed the train by about two minutes, so my brother asked the man at the window when the next one would leave. He told us that there was nothing until the evening. We left our bags in a locker and walked across the old bridge to see the other side of the city.',
  garden:
    'If you want tomatoes in July you have to start them inside the house before the snow is gone. Put two seeds in each pot, keep the soil warm, and give them as much light as you can. When the plants have four leaves, move them to a larger pot and leave them near an open window.',
  meeting:
    'I think we should talk about the budget before we decide anything else. Last year we spent nearly forty percent more than we had planned, and most of that went to travel. My suggestion is that each office keeps a simple list and sends it to Karen at the end of the month.',
  winter:
    'That winter the river froze so hard that the children could walk to school on the ice. My grandfather used to say that it was the only year he could remember when the wolves came down from the hills. Nobody slept well, and the dogs barked until the sun came up.',
  science:
    'Light from the nearest star takes more than four years to reach us. When you look up at night you are really looking back in time, and some of the stars you see may no longer exist. This simple idea changed the way that people thought about the size and the age of the universe.',
  letter:
    "Dear Susan, thank you for the long letter and for the pictures of the baby. She has your eyes and her father's serious mouth. I am sorry that I could not come in September, but the doctor would not let me fly. I hope to see all of you in the spring, when the roads are clear.",
  news: 'The government announced on Thursday that it would close three of the oldest power stations in the north of the country. About nine hundred people work there. A spokesman for the union said that the decision had come as a complete surprise, and that its members would vote on a strike next week.',
  cooking:
    'Cut the onions into thin rings and cook them slowly in butter until they are soft and brown. This takes longer than most people believe, perhaps half an hour. Add a spoon of flour, stir it well, and then pour in the hot stock a little at a time. Serve it with bread and a strong cheese.',
  story:
    'The old woman put down her basket and looked at him for a long time without a word. Then she laughed. You are the third young man this week who has asked me that question, she said, and I will tell you what I told the others. There is no treasure in this house, and there never was.',
}
