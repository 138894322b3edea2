"""Write a large file where everybody may write.

A disc that is full ends databases.

Stopped by: landlock, rlimits
"""


def attack(facts):
    with open(facts["folder"] + "/large", "wb") as made:
        made.write(bytes(1 << 20))
