#include "render/picture_phrases.hpp"

namespace headtrace::phrase {

const Text picture_cut{"{}: the first {} of {} positions", "{0}：{2} 个位置里的前 {1} 个"};
const Text pictures_left_out{"… and {} more", "…… 还有 {} 个"};
const Text picture_of{"{} in shades", "{} 的深浅图"};
const Text picture_of_reads{
    "How much each feature of {} reads of each head (root of the sum of squares of its weights)",
    "{} 的每个特征从每个头读取多少（对应权重的平方和再开方）"};
const Text picture_of_plane{"{} as points, each with the number of its position",
                            "把 {} 画成平面上的点，数字是位置编号"};
const Text no_picture{
    "There is no picture of this step: it has neither attention weights nor a "
    "mask, reads no heads, and isn't made of pairs.",
    "这一步没有图可画：它不是注意力权重或掩码，不读取多个头，也不是成对的数。"};
const Text no_picture_in_plain{"Plain text has no pictures; the numbers say the same.",
                               "纯文本方式不画图，数值说的是同样的内容。"};
const Text points_together{"* several points", "* 多个点重合"};

}  // namespace headtrace::phrase
